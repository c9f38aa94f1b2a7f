"""CODEOWNERS as GitHub documents it."""

import pytest

from dreamtui.text.owners import line_for, parse

LINES = parse(
    """
# The default owners of everything.
*       @global-owner1 @global-owner2
*.js    @js-owner #This is an inline comment.
/build/logs/ @doctocat
docs/* docs@example.com
apps/ @octocat
/scripts/ @doctocat @octocat
**/logs @octocat
/apps/github
!negated @nobody
""".splitlines()
)


@pytest.mark.parametrize(
    ("path", "owners"),
    [
        ("README.md", ("@global-owner1", "@global-owner2")),
        ("", ("@global-owner1", "@global-owner2")),
        ("src/deep/a.js", ("@js-owner",)),
        ("build/logs/today.txt", ("@octocat",)),
        ("docs/getting-started.md", ("docs@example.com",)),
        ("docs/build-app/troubleshooting.md", ("@global-owner1", "@global-owner2")),
        ("deep/apps/x.py", ("@octocat",)),
        ("apps/x.py", ("@octocat",)),
        ("apps/github/x.py", ()),
        ("deeply/nested/logs/a", ("@octocat",)),
        ("scripts/run.sh", ("@doctocat", "@octocat")),
        ("other/scripts/run.sh", ("@global-owner1", "@global-owner2")),
        ("negated", ("@global-owner1", "@global-owner2")),
    ],
)
def test_the_last_line_that_fits_counts(path: str, owners: tuple[str, ...]) -> None:
    found = line_for(LINES, path)
    assert found is not None and found.owners == owners
