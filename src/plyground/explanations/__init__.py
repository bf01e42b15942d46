"""Why a position is won, drawn or lost: certificates that a reader can follow and a checker has replayed."""

from plyground.explanations.certificates import (
    Answer,
    Certificate,
    Cover,
    CoverRule,
    FollowUp,
    Forced,
    Leaf,
    Node,
    Plan,
    Replies,
    Table,
    leaves,
)
from plyground.explanations.checker import Checked, Refuted, check
from plyground.explanations.explaining import explain
from plyground.explanations.explanation import Explanation, Proof, dead_note
from plyground.explanations.marks import Mark, MarkKind
from plyground.explanations.threat_end import ThreatEnd, ThreatKind
from plyground.explanations.threats import ThreatProver, has_threats, prove_by_threats

__all__ = [
    "Answer",
    "Certificate",
    "Checked",
    "Cover",
    "CoverRule",
    "Explanation",
    "FollowUp",
    "Forced",
    "Leaf",
    "Mark",
    "MarkKind",
    "Node",
    "Plan",
    "Proof",
    "Refuted",
    "Replies",
    "Table",
    "ThreatEnd",
    "ThreatKind",
    "ThreatProver",
    "check",
    "dead_note",
    "explain",
    "has_threats",
    "leaves",
    "prove_by_threats",
]
