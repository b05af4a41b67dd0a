// The script of an exhibit in Jupyter: all code is in one other widget, which the page has once.

export default {
  async render(view) {
    const { exports } = await view.host.getWidget(view.model.get("_code"));
    return exports.render(view);
  },
};
