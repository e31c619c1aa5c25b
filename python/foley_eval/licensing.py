"""The licence gate: which sounds may be used for what. It fails closed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from . import _foley


@dataclass(frozen=True)
class IntendedUse:
    """What the sounds are wanted for; by default a published commercial work."""

    commercial: bool = True
    publish: bool = True
    redistribute_standalone: bool = False
    will_train: bool = False
    can_attribute: bool = True
    revenue_usd: float = 0
    allow_voice_or_trademark: bool = False
    territory: str | None = None


@dataclass(frozen=True)
class LicenseRecord:
    """A licence as it applies to one sound."""

    license_id: str = "unknown"
    rights_verified: bool = False
    source: str = ""
    acquisition: str = "bulk"
    contains_recognizable_voice: bool = False
    potential_trademark: bool = False

    @property
    def terms(self) -> dict[str, Any]:
        """What the licence grants; nothing for an unknown one."""
        return license_terms(self.license_id)

    @property
    def commercial_ok(self) -> bool:
        """True when the licence allows commercial use."""
        return bool(self.terms["commercial_ok"])


def license_terms(license_id: str) -> dict[str, Any]:
    """Flags of a licence id; all False for an unknown one."""
    return _foley.license_terms(license_id)


def license_id_from_cc_url(text: str | None) -> tuple[str, bool]:
    """Licence id, and whether that is certain, from a Creative Commons address or label.

    Share-alike, no-derivatives, ported and unknown versions give ``("unknown", False)``.
    """
    return _foley.license_from_cc(text or "")


def refusal(license: Any, use: IntendedUse | None = None) -> str | None:
    """Why the licence refuses the use (the first reason that applies), or None."""
    wanted = use or IntendedUse()
    native = _foley.IntendedUse()
    for name in (
        "commercial",
        "publish",
        "redistribute_standalone",
        "will_train",
        "can_attribute",
        "revenue_usd",
        "allow_voice_or_trademark",
    ):
        setattr(native, name, getattr(wanted, name))
    native.territory = wanted.territory or ""
    record = _foley.License(
        license.license_id,
        bool(license.rights_verified),
        bool(getattr(license, "contains_recognizable_voice", False)),
        bool(getattr(license, "potential_trademark", False)),
    )
    return _foley.license_refusal(record, native)


def keep(license: Any, use: IntendedUse | None = None) -> bool:
    """True when the licence allows the use."""
    return refusal(license, use) is None


def gate_candidates(candidates: Iterable[Any], use: IntendedUse | None = None) -> list[Any]:
    """Sets ``license_ok`` on every candidate and returns those that may be used, in order.

    Whatever goes wrong while looking at a licence refuses it.
    """
    kept = []
    for candidate in candidates:
        try:
            candidate.license_ok = keep(candidate.sound.license, use)
        except Exception:
            candidate.license_ok = False
        if candidate.license_ok is True:
            kept.append(candidate)
    return kept
