"""Where everything lies, as the command tells it."""

import json
from pathlib import Path

from workbench import make_bench


def test_the_places_are_named(tmp_path: Path) -> None:
    """Each in full, where XDG says; as data too."""
    bench = make_bench(tmp_path)
    told = bench.ok("config", "--paths").out
    data = {one["name"]: one["path"] for one in json.loads(bench.ok("--json", "config").out)["places"]}
    assert data["workspace"] == str(bench.root) and data["home"].startswith(str(bench.root))
    for name, variable in (("your own settings", "XDG_CONFIG_HOME"), ("data of your own", "XDG_DATA_HOME")):
        assert data[name].startswith(bench.env.get(variable, bench.env["HOME"]))
    assert all(name in told and path in told for name, path in data.items())
