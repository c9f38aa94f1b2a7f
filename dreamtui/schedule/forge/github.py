"""The workflow for GitHub Actions: its text, and where it goes.

Nothing of a candidate reaches a script: shells get what they need in variables and files, never in their text.
"""

from pathlib import Path
from string import Template

from dreamtui import __version__

WORKFLOW = Path(".github/workflows/dreamtui.yml")
BRANCH = "dreamtui/queue"
CHECKOUT = "actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2"
SETUP_PYTHON = "actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0"
HOW = (f"git fetch origin && git checkout {BRANCH}", "dreamtui", "git add -A && git commit -m 'Decide' && git push")
"""How a person decides what the pull request brings."""

PREPARE = """\
set -euo pipefail
git config user.name "dreamtui"
git config user.email "dreamtui@users.noreply.github.com"
mkdir -p .git/info
printf '%s merge=union\n' '.agent/dream/log/**/*.jsonl' '.agent/memory/episodic/**/*.jsonl' >> .git/info/attributes
if git fetch --quiet origin "refs/heads/$BRANCH:refs/remotes/origin/$BRANCH" 2>/dev/null; then
  git checkout --quiet -B "$BRANCH" "refs/remotes/origin/$BRANCH"
  git merge --quiet --no-edit "origin/$BASE"
else
  git checkout --quiet -B "$BRANCH"
fi
"""
"""Goes on with the branch of the open pull request, on which people may have decided; it is never rewritten.

Of the logs both sides have lines of their own, which all count.
"""

DREAM = """\
set -euo pipefail
dreamtui schedule run --trigger github-action --digest > "$RUNNER_TEMP/dreamtui-digest.md"
"""

PROPOSE = """\
set -euo pipefail
git add -A -- .agent
if git diff --cached --quiet -- .agent/dream/candidates .agent/dream/insights .agent/dream/proposals; then
  echo "nothing new"
  exit 0
fi
git commit --quiet -m "dreamtui: what waits for a decision"
git push --quiet origin "HEAD:refs/heads/$BRANCH"
if [ -n "$(gh pr list --head "$BRANCH" --state open --json number --jq '.[].number')" ]; then
  gh pr edit "$BRANCH" --body-file "$RUNNER_TEMP/dreamtui-digest.md"
else
  gh pr create --head "$BRANCH" --base "$BASE" --title "dreamtui: items wait for a decision" \\
    --body-file "$RUNNER_TEMP/dreamtui-digest.md"
fi
"""
"""One pull request, opened or brought up to date."""

CHECK = """\
set -euo pipefail
dreamtui audit verify
dreamtui sync --check
"""

DECIDED = """\
set -euo pipefail
dreamtui status --check
"""
"""Green when everything that the pull request brings is decided."""

_TEXT = Template("""\
# Written by `dreamtui schedule install github-action`. What agents remember changes only when a person decides.
name: dreamtui

on:
  schedule:
    - cron: "$cron"
  workflow_dispatch:
  pull_request:

permissions: {}

env:
  DREAMTUI_INSTALL: "$install"
  BRANCH: "$branch"

jobs:
  dream:
    name: Fill the queue
    if: github.event_name != 'pull_request'
    runs-on: ubuntu-latest
    permissions:
      contents: write
      pull-requests: write
    concurrency:
      group: dreamtui-dream
    env:
      BASE: $${{ github.event.repository.default_branch }}
      GH_TOKEN: $${{ github.token }}
    steps:
      - uses: $checkout
        with:
          fetch-depth: 0
      - uses: $setup_python
        with:
          python-version: "3.12"
      - name: Install dreamtui
        run: python -m pip install --quiet "$$DREAMTUI_INSTALL"
      - name: Go on with the open pull request
        run: |
$prepare
      - name: Dream
        run: |
$dream
      - name: Open or update the pull request
        run: |
$propose

  check:
    name: Check the rules
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    permissions:
      contents: read
    steps:
      - uses: $checkout
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: $setup_python
        with:
          python-version: "3.12"
      - name: Install dreamtui
        run: python -m pip install --quiet "$$DREAMTUI_INSTALL"
      - name: Records and outputs
        run: |
$check
      - name: Everything is decided
        if: github.head_ref == 'dreamtui/queue'
        run: |
$decided
""")

_ACTION = Template("""\
# Written by `make docs` from dreamtui/schedule/forge/github.py.
name: dreamtui
description: Fill the queue of what coding agents might remember and open a pull request, or check what was decided.

inputs:
  mode:
    description: "dream: fill the queue and open a pull request; check: audit verify and sync --check"
    default: dream
  branch:
    description: The branch of the pull request
    default: $branch
  base:
    description: The branch that it is for
    default: $${{ github.event.repository.default_branch }}
  token:
    description: A token that may push and open pull requests; only for dream
    default: $${{ github.token }}

runs:
  using: composite
  steps:
    - name: Install dreamtui
      shell: bash
      run: python -m pip install --quiet "$$GITHUB_ACTION_PATH"
    - name: Go on with the open pull request
      if: inputs.mode == 'dream'
      shell: bash
      env:
        BRANCH: $${{ inputs.branch }}
        BASE: $${{ inputs.base }}
      run: |
$prepare
    - name: Dream
      if: inputs.mode == 'dream'
      shell: bash
      run: |
$dream
    - name: Open or update the pull request
      if: inputs.mode == 'dream'
      shell: bash
      env:
        BRANCH: $${{ inputs.branch }}
        BASE: $${{ inputs.base }}
        GH_TOKEN: $${{ inputs.token }}
      run: |
$propose
    - name: Records and outputs
      if: inputs.mode == 'check'
      shell: bash
      run: |
$check
""")


def workflow(cron: str, install: str = "") -> str:
    """The workflow; `install` is what pip is given."""
    return _TEXT.substitute(
        cron=cron, install=install or f"dreamtui=={__version__}", checkout=CHECKOUT, setup_python=SETUP_PYTHON,
        branch=BRANCH, **_scripts(10),
    )  # fmt: skip


def action() -> str:
    """The composite action that others use by the repository's name."""
    return _ACTION.substitute(branch=BRANCH, **_scripts(8))


def _scripts(indent: int) -> dict[str, str]:
    scripts = {"prepare": PREPARE, "dream": DREAM, "propose": PROPOSE, "check": CHECK, "decided": DECIDED}
    return {name: "\n".join(f"{' ' * indent}{line}" for line in text.splitlines()) for name, text in scripts.items()}
