"""The report of a tournament: one page for people, and tables for programs."""

from plyground.arena.report.facts import PlayerFacts, Report, make_report
from plyground.arena.report.page import report_page
from plyground.arena.report.stored_report import load_report
from plyground.arena.report.tables import report_csv, report_json, report_tables

__all__ = [
    "PlayerFacts",
    "Report",
    "load_report",
    "make_report",
    "report_csv",
    "report_json",
    "report_page",
    "report_tables",
]
