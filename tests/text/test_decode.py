"""Files as they lie on disk, good and bad."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modwright.text.decode import Decoded, decode_bytes

HELLO = '{"name": "こんにちは😋"}\r\n'


def test_utf8() -> None:
    assert decode_bytes(HELLO.encode()) == Decoded(HELLO, "utf-8", had_bom=False, error=None)
    assert decode_bytes(b"") == Decoded("", "utf-8", had_bom=False, error=None)


def test_the_byte_order_mark_stays_in_the_text() -> None:
    data = b"\xef\xbb\xbf" + HELLO.encode()
    assert decode_bytes(data) == Decoded("\ufeff" + HELLO, "utf-8", had_bom=True, error=None)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_other_encodings_are_known_by_their_mark(encoding: str) -> None:
    data = ("\ufeff" + HELLO).encode(encoding)
    assert decode_bytes(data) == Decoded("\ufeff" + HELLO, encoding, had_bom=True, error=None)


@pytest.mark.parametrize(
    ("data", "text", "error"),
    [
        ("你é".encode() + b"\xe9" + b" caf\xe9", "你é\ufffd caf\ufffd", (2, 3)),  # Latin-1
        (b"\xef\xbb\xbf\xff", "\ufeff\ufffd", (1, 2)),
        ("あ😋".encode()[:-1], "あ\ufffd", (1, 2)),  # cut off
        (b"a\xc0\x80", "a\ufffd\ufffd", (1, 2)),  # an overlong NUL
        ("日本".encode("shift-jis"), "\ufffd\ufffd\ufffd{", (0, 1)),
        # A U+FFFD that the author wrote is no error.
        ("\ufffd".encode() + b"\xff", "\ufffd\ufffd", (1, 2)),
    ],
)
def test_what_is_not_utf8(data: bytes, text: str, error: tuple[int, int]) -> None:
    decoded = decode_bytes(data)
    assert decoded.encoding == "utf-8"
    assert decoded.error == error
    assert decoded.text == text


def test_utf16_that_is_cut_off_or_unpaired() -> None:
    assert decode_bytes(b"\xff\xfea\x00b") == ("\ufeffa\ufffd", "utf-16-le", True, (2, 3))
    unpaired = "\ufeff😋\ud83dx".encode("utf-16-be", "surrogatepass")
    assert decode_bytes(unpaired) == ("\ufeff😋\ufffdx", "utf-16-be", True, (2, 3))


MARKS = [b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0", b"\0\0\xfe\xff"]
GOOD = st.text("aé你😋\ufffd\r\n").map(str.encode)


@settings(deadline=None)
@given(mark=st.sampled_from(MARKS), parts=st.lists(st.binary(max_size=4) | GOOD))
def test_any_bytes_become_some_text(mark: bytes, parts: list[bytes]) -> None:
    data = mark + b"".join(parts)
    decoded = decode_bytes(data)
    assert decoded.text == data.decode(decoded.encoding, "replace")
    if decoded.error is None:
        assert decoded.text.encode(decoded.encoding) == data
        return
    start, end = decoded.error
    assert decoded.text[start:end] == "\ufffd"
    # What comes before is good and is in the file as it stands here; what follows at once is not.
    good = decoded.text[:start].encode(decoded.encoding)
    assert data.startswith(good)
    with pytest.raises(UnicodeDecodeError) as caught:
        data[len(good) :].decode(decoded.encoding)
    assert caught.value.start == 0
