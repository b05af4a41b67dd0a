// The script of an exhibit in Jupyter. All other code is in one widget, which the page loads once.

export default {
  async render(view) {
    const { exports } = await view.host.getWidget(view.model.get("_code"));
    return exports.render(view);
  },
};
