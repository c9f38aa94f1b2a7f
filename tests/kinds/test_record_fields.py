"""A record whose fields are not as we write them is no record, whatever stands in them."""

import pytest

from dreamtui.kinds.decision import audit_record

HEAD = """---
decision: "0123456789abcdef"
parents: []
item: "7d78a69c60"
verb: "reject"
{lengths}touched: {touched}
---

## Rationale

Because.
"""


@pytest.mark.parametrize("lengths", ["", "lengths: 5\n", 'lengths: "ab"\n', "lengths: [1]\n", "lengths: [1e999, {}]\n"])
def test_lengths_that_are_missing_or_odd_are_refused(lengths: str) -> None:
    """Never an error nobody expects: `audit verify` names the file instead."""
    with pytest.raises(ValueError):
        audit_record.parse(HEAD.format(lengths=lengths, touched="[]").encode())


@pytest.mark.parametrize(
    "touched",
    ['[{"path": "a", "before": "", "after": "", "spans": [{"at": 1e999, "was": "", "now": ""}]}]', "[" * 100_000],
)
def test_numbers_and_depths_without_an_end_are_refused(touched: str) -> None:
    """A place at infinity, and brackets that never close."""
    with pytest.raises(ValueError):
        audit_record.parse(HEAD.format(lengths="lengths: [8, 0]\n", touched=touched).encode())
