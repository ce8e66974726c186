/** Smaller PNG files: 256 colours are enough for a screenshot, and take a third of the room. */

import { deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const COLOURS = 256;
// Kept as they are: what areas are filled with must not change. The rest are the edges of letters.
const EXACT = 64;

/** A PNG file of 8-bit RGB, as Chromium makes it, to one with a palette (PNG, third edition). */
export function withPalette(file) {
  const { width, height, pixels } = read(file);
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = choose([...counts].sort((a, b) => b[1] - a[1]).map(([pixel]) => pixel));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = palette.indexOf.get(pixels[y * width + x]);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.chosen.flatMap(channels));
  const data = deflateSync(rows, { level: 9, memLevel: 9 });
  const chunks = [chunk('IHDR', header), chunk('PLTE', colours), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** The commonest colours, then always the one that is farthest from all that are chosen. */
function choose(colours) {
  const chosen = colours.slice(0, EXACT);
  const [nearest, distances] = [colours.map(() => 0), colours.map(() => Infinity)];
  const consider = (index) => {
    colours.forEach((colour, at) => {
      const distance = far(colour, chosen[index]);
      if (distance < distances[at]) [nearest[at], distances[at]] = [index, distance];
    });
  };
  chosen.forEach((_, index) => consider(index));
  while (chosen.length < Math.min(COLOURS, colours.length)) {
    chosen.push(colours[distances.reduce((best, distance, at) => (distance > distances[best] ? at : best), 0)]);
    consider(chosen.length - 1);
  }
  return { chosen, indexOf: new Map(colours.map((colour, at) => [colour, nearest[at]])) };
}

const channels = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

/** The square of the distance in RGB. */
function far(a, b) {
  const [red, green, blue] = [(a >> 16) - (b >> 16), ((a >> 8) & 255) - ((b >> 8) & 255), (a & 255) - (b & 255)];
  return red * red + green * green + blue * blue;
}

/** Pixels as 0xRRGGBB. Throws where the file is of another kind. */
function read(file) {
  const parts = [];
  let header;
  for (let at = SIGNATURE.length; at < file.length; ) {
    const [size, kind] = [file.readUInt32BE(at), file.toString('latin1', at + 4, at + 8)];
    const body = file.subarray(at + 8, at + 8 + size);
    if (kind === 'IHDR') header = body;
    if (kind === 'IDAT') parts.push(body);
    at += size + 12;
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const isPlain = header[8] === 8 && header[9] === 2 && header[12] === 0;
  if (!isPlain) throw new Error('not an 8-bit RGB picture');
  const bytes = unfilter(inflateSync(Buffer.concat(parts)), width * 3, height);
  const pixels = Uint32Array.from({ length: width * height }, (_, i) => bytes.readUIntBE(i * 3, 3));
  return { width, height, pixels };
}

/** Undo the filter of each row (PNG, third edition, 9.2). `stride`: bytes of a row. */
function unfilter(raw, stride, height) {
  const bytes = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= 3 ? bytes[at - 3] : 0;
      const up = y ? bytes[at - stride] : 0;
      const corner = y && x >= 3 ? bytes[at - stride - 3] : 0;
      bytes[at] = raw[at + y + 1] + FILTERS[filter](left, up, corner);
    }
  }
  return bytes;
}

const FILTERS = [() => 0, (left) => left, (_, up) => up, (left, up) => (left + up) >> 1, paeth];

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((each) => Math.abs(guess - each));
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunk(kind, body) {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(body.length);
  check.writeUInt32BE(crc(named));
  return Buffer.concat([size, named, check]);
}

function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
