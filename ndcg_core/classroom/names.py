"""Made-up names: nobody types one, so there is nothing to moderate."""

from math import gcd

FIRST = (
    *("Amber", "Azure", "Brave", "Breezy", "Bright", "Calm", "Cheery", "Clever", "Copper", "Coral"),
    *("Crimson", "Curious", "Daring", "Early", "Eager", "Emerald", "Gentle", "Golden", "Happy"),
    *("Hazel", "Indigo", "Ivory", "Jolly", "Keen", "Lively", "Lucky", "Mellow", "Merry", "Mighty"),
    *("Nimble", "Noble", "Olive", "Patient", "Pearly", "Quick", "Quiet", "Rosy", "Sandy"),
    *("Scarlet", "Serene", "Silver", "Snowy", "Steady", "Sunny", "Swift", "Violet", "Witty"),
)
LAST = (
    *("Badger", "Beaver", "Bison", "Bittern", "Cricket", "Curlew", "Dolphin", "Dormouse", "Egret"),
    *("Falcon", "Finch", "Gecko", "Gibbon", "Hare", "Hedgehog", "Heron", "Ibex", "Jackdaw"),
    *("Jaguar", "Kestrel", "Kingfisher", "Kiwi", "Koala", "Lark", "Lemur", "Linnet", "Llama"),
    *("Lynx", "Magpie", "Marmot", "Marten", "Newt", "Nightjar", "Ocelot", "Osprey", "Otter"),
    *("Owl", "Panda", "Penguin", "Plover", "Puffin", "Quail", "Raven", "Robin", "Salmon"),
    *("Starling", "Stoat", "Swallow", "Tapir", "Tortoise", "Walrus", "Wombat", "Wren", "Zebra"),
)
COUNT = len(FIRST) * len(LAST)


def name_of(number: int, salt: int = 0) -> str:
    """The name of the learner who came as number 1, 2, 3 ... into a room; salt: the room's own.

    No two of one room are equal: the names are gone through in steps that share no factor with
    their count, and after all of them a number is added.

    >>> name_of(1), name_of(2) == name_of(2, salt=9)
    ('Coral Hedgehog', False)
    """
    step = next(n for n in range(COUNT * 5 // 8, COUNT) if gcd(n, COUNT) == 1)
    around, place = divmod(number - 1, COUNT)
    first, last = divmod((salt + place * step + 500) % COUNT, len(LAST))
    name = f"{FIRST[first]} {LAST[last]}"
    return f"{name} {around + 1}" if around else name
