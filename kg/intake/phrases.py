"""How the text around a table speaks of its data set, its task, its metric and its directions."""

from __future__ import annotations

import re

LABELLED = re.compile(
    r"\b(?:dataset|data set|benchmark|corpus)\s*[:=]\s*(?P<name>[\w][\w .+/'-]{1,60}?)(?=\s*[(,;.|]|\s*$|\n)",
    re.IGNORECASE,
)
RESULTS_ON = re.compile(
    r"\b(?i:results?|performance|scores?|leaderboard|evaluations?|evaluated|accuracy|comparison)\b[^.\n]{0,40}?\b(?:on|for|of)\s+(?:the\s+)?"
    r"(?P<name>[A-Z0-9][\w.+/-]*(?:\s+[A-Z0-9][\w.+/-]*){0,3})",
)
#: "Performance on the Widgets-50 dataset": a name that nobody needs to know.
ON_DATASET = re.compile(
    r"\b(?:on|of|for)\s+(?:the\s+)?(?P<name>[A-Z0-9][\w.+/-]*(?:\s+[A-Z0-9][\w.+/-]*){0,3})\s+"
    r"(?i:data ?set|benchmark|leaderboard|corpus|(?:test|validation|evaluation|dev) set)\b"
)
#: "Widget detection on Widgets-50": what stands behind is a name.
ON = re.compile(r"(?<=\S)\s+on\s+(?:the\s+)?(?=[A-Z0-9])")
MEASURED = (
    r"(?:measured|evaluated|reported|scored|assessed|ranked|sorted|judged|given|shown)\s+"
    r"(?:by|in|on|based on|using|with|in terms of|as|is|are)?\s*(?:the\s+)?(?:mean\s+|average\s+)?"
)
VALUES_ARE = (
    r"(?:values?|numbers?|results?|scores?|metric|figures?|entries)\s+(?:\w+\s+)?"
    r"(?:are|is|:|=|show|report|in)\s+(?:the\s+)?"
)
LOWER = re.compile(
    r"lower(?:\s+(?:values?|scores?))?\s+(?:is|are|the)\s+better|smaller\s+is\s+better|the lower the better",
    re.IGNORECASE,
)
HIGHER = re.compile(
    r"higher(?:\s+(?:values?|scores?))?\s+(?:is|are|the)\s+better|larger\s+is\s+better|the higher the better",
    re.IGNORECASE,
)
LEGEND = re.compile(r"(?P<short>[A-Za-z][\w@.-]{0,12})\s*(?::|=|–|—|\bstands for\b)\s*(?P<long>[^.,;:\\\n]{3,80})")
PERCENT = re.compile(r"\b(?:in|as)\s+(?:percent|percentages?|%)|\(\s*%\s*\)", re.IGNORECASE)

#: What a model was trained on, not what it was evaluated on.
TRAINED = re.compile(
    r"(?:pre-?train(?:ed|ing)|train(?:ed|ing|s)?|fine-?tun(?:ed|ing)|(?:pre-?)?FT|initiali[sz]ed|weights|transfer(?:red)?|teacher)\b"
    r"[^.;\n]{0,60}?(?:(?:\b(?:on|from|with|using|in)\b|\bw/)[^.;,\n]{0,60}|$)"
    r"|(?:\b[\w.-]+\s*(?:,|/|&|\+|\band\b)\s*)*\b[\w.-]+[- ](?:pre-?)?train(?:ed|ing)\b",
    re.IGNORECASE,
)

#: What only the heading of a model has: "medium-scale, number of parameters: 64250603".
OF_A_MODEL = re.compile(r"\bparam(?:eter)?s?\b|\d{6,}", re.IGNORECASE)

#: Words in front of a data set that say what is done with it.
TASK = re.compile(
    r"(?P<task>(?:[A-Z][\w-]*\s+){0,3}(?i:detection|segmentation|classification|answering|modeling|modelling|recognition|translation|"
    r"generation|retrieval|parsing|summari[sz]ation|captioning|estimation|tracking|reconstruction|inference|similarity|grounding|"
    r"tagging|extraction|matching|super-resolution|forecasting|recommendation|synthesis|verification|reasoning|regression))\b",
)


#: "`Body8` denotes the addition of ...": what a sign stands for. Each part has a bound, for a line of signs
#: fits all three.
SIGNS_TOLD = re.compile(
    r"(?:^|(?<=[.;]\s))\W{0,4}\S{1,40}\W{1,4}(?:denotes?|indicates?|stands? for|refers? to)\b.*", re.MULTILINE
)
#: "ToyVoice Dataset"
HEADED_DATASET = re.compile(r"(?:the\s)?(?P<name>[\w][\w .+/-]{1,40}?)\s+(?i:data ?set|corpus)", re.IGNORECASE)
#: "Leaderboard - Execution Accuracy (EX)": a heading that is the name of a measure.
MEASURE = re.compile(r"(?:^|[-–—:]\s+)(?P<name>(?:[A-Z][\w-]*\s+)+(?:Accuracy|Score|Rate|Error)(?:\s*\([\w-]+\))?)$")
#: What stands behind a name that the text describes as a data set.
IS_DATA = (
    r"\s+(?:(?:data ?set|corpus|benchmark|treebank)\s+(?:is|was|contains|consists|comprises|provides)\b"
    r"|is an?\s[^.]{0,80}?\b(?:data ?set|corpus|benchmark|superset|subset|collection|treebank)\b"
    r"|(?:contains|comprises|consists of)\s[^.]{0,40}?\d[^.]{0,40}?"
    r"(?:documents|sentences|questions|images|articles|examples|pairs|samples|instances|videos|hours|dialogues)\b)"
)
#: What sums up the others, and how long a model was trained ("12 epoch setting"), names no data.
NO_DATA = re.compile(
    r"(?:mean|average|aggregated?|mean_?metrics)s?"
    r"|\d+k?[ -]?(?:epochs?|iter(?:ation)?s?|steps)(?: (?:setting|schedule)s?)?",
    re.IGNORECASE,
)
