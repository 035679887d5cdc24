// Sets the times in a ZIP file to a fixed one. Libraries write the present time, so the same content would have other bytes, and
// another entity tag, each time.

const END = 0x06054b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
/** 1 January 1980, the first day that the format knows: the date in the upper half, the time in the lower. */
const FIRST_DAY = 0x00210000;

/** For files without a comment. Changes the bytes in place. */
export function withoutZipTimes<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - END_BYTES;
  if (view.getUint32(end, true) !== END) throw new RangeError('not a ZIP file without a comment');
  let entry = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    view.setUint32(entry + 12, FIRST_DAY, true);
    view.setUint32(view.getUint32(entry + 42, true) + 10, FIRST_DAY, true);
    const [name, extra, comment] = [28, 30, 32].map((at) => view.getUint16(entry + at, true));
    entry += ENTRY_BYTES + name! + extra! + comment!;
  }
  return bytes;
}
