"""Completion in bash, zsh and fish.

In bash and zsh no space follows the equals sign of words like cc=11, which bash takes for a word's end; in fish
descriptions keep their commas.
"""

from __future__ import annotations

import os
from typing import ClassVar

from click.shell_completion import BashComplete, FishComplete, ZshComplete, add_completion_class, split_arg_string

_BASH = r"""%(complete_func)s() {
    local IFS=$'\n' line=${COMP_LINE:0:COMP_POINT} response completion type value
    local current=${line##*[[:space:]]}
    response=$(env COMP_WORDS="$line" %(complete_var)s=bash_complete "$1")
    for completion in $response; do
        IFS=',' read -r type value <<< "$completion"
        if [[ $type == dir ]]; then
            compopt -o dirnames
        elif [[ $type == file ]]; then
            compopt -o default
        else
            if [[ $value == *= ]]; then
                compopt -o nospace
            fi
            # Only what stands behind the equals sign is replaced.
            if [[ $current == *=* && $COMP_WORDBREAKS == *=* ]]; then
                value=${value#*=}
            fi
            COMPREPLY+=("$value")
        fi
    done
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class Bash(BashComplete):
    """Bash, told the line up to the cursor: its own words are split at each equals sign."""

    source_template: ClassVar[str] = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is being written, and that one."""
        line = os.environ["COMP_WORDS"]
        words = split_arg_string(line)
        unfinished = words.pop() if words and not line[-1:].isspace() else ""
        return words[1:], unfinished


class Zsh(ZshComplete):
    """Zsh, with no space after an equals sign."""

    source_template: ClassVar[str] = (
        ZshComplete.source_template.replace(
            '    if [ -n "$completions_with_descriptions" ]; then\n',
            "    local -a ending\n    [[ ${response[2]} == *= ]] && ending=(-S '')\n"
            '    if [ -n "$completions_with_descriptions" ]; then\n',
        )
        .replace("completions_with_descriptions -U\n", 'completions_with_descriptions -U "${ending[@]}"\n')
        .replace("compadd -U -V", 'compadd -U "${ending[@]}" -V')
    )


class Fish(FishComplete):
    """Fish, with descriptions whole: only the kind stands before the first comma."""

    source_template: ClassVar[str] = FishComplete.source_template.replace(
        'string split "," $completion', 'string split --max 1 "," $completion'
    )


def register() -> None:
    """Let click know all three."""
    add_completion_class(Bash)
    add_completion_class(Fish)
    add_completion_class(Zsh)
