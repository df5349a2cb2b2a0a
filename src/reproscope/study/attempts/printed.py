"""A number as it was printed: its digits say how exactly it is known.

Not for scores of one confusion matrix; ``reproscope.scores`` has its own reading for those.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, InvalidOperation

from reproscope.core import ReproscopeError
from reproscope.core.errors import shown_name

_LONGEST = 60
_LARGEST_EXPONENT = 400


@dataclass(frozen=True, slots=True)
class Printed:
    """A value with the place of its last digit: ``0.940`` and ``0.94`` are not the same."""

    text: str
    value: Decimal

    @classmethod
    def parse(cls, text: str | float) -> Printed:
        """Read ``0.940``, ``94.0%``, ``1,024`` or ``3.2e-5``; a percentage keeps its digits.

        >>> Printed.parse("94.0%").value
        Decimal('0.940')
        """
        written = str(text).strip()
        plain = written.replace(",", "").removesuffix("%").strip()
        try:
            if len(written) > _LONGEST:
                raise InvalidOperation
            value = Decimal(plain)
        except InvalidOperation:
            raise ReproscopeError(f"not a number: {shown_name(written)}") from None
        if not value.is_finite() or abs(value.adjusted()) > _LARGEST_EXPONENT:
            raise ReproscopeError(f"not a usable number: {shown_name(written)}")
        return cls(written, value.scaleb(-2) if written.endswith("%") else value)

    @property
    def place(self) -> int:
        """The exponent of the last printed digit: -3 for ``0.940``."""
        exponent = self.value.as_tuple().exponent
        assert isinstance(exponent, int)  # finite, by `parse`
        return exponent

    def identical_to(self, other: Printed) -> bool:
        """Whether *other*, rounded to the digits printed here, is this number.

        Both usual roundings of a half count, as no paper says which it used. Fewer digits than
        were printed cannot show that all of them came out again.

        >>> Printed.parse("62.5").identical_to(Printed.parse("62.45"))
        True
        """
        if other.place > self.place and other.value != 0:
            return False
        unit = Decimal(1).scaleb(self.place)
        return any(
            other.value.quantize(unit, rounding) == self.value
            for rounding in (ROUND_HALF_UP, ROUND_HALF_EVEN)
        )

    def against(self, other: Printed) -> int:
        """Return 1, 0 or -1: above, equal to or below *other* at the coarser one's digits."""
        coarse, fine = (self, other) if self.place >= other.place else (other, self)
        if coarse.identical_to(fine):
            return 0
        return 1 if self.value > other.value else -1
