"""Every kind of item that the program is put together with."""

from dreamtui.compose import parts
from dreamtui.kinds.kind import Kinds

KINDS = Kinds(part.kind for part in parts().values())
