const EXIF = "Exif\0\0";
const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY = 12;

/** An EXIF segment with nothing but the orientation; null if the picture is upright anyway. */
export function onlyOrientation(app1: Buffer): Buffer | null {
  const orientation = orientationIn(app1);
  if (orientation === null || orientation < 2 || orientation > 8) return null;
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", 0, "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return Buffer.concat([Buffer.from(EXIF, "latin1"), tiff]);
}

/** The orientation in the first directory of an EXIF segment, or null. Phones set it instead of rotating the pixels. */
function orientationIn(app1: Buffer): number | null {
  if (app1.toString("latin1", 0, EXIF.length) !== EXIF) return null;
  const tiff = app1.subarray(EXIF.length);
  const order = tiff.toString("latin1", 0, 2);
  if (tiff.length < 10 || (order !== "II" && order !== "MM")) return null;
  const u16 = (at: number) => (order === "II" ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === "II" ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  const entries = u16(directory);
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * ENTRY;
    if (at + ENTRY > tiff.length) return null;
    if (u16(at) === ORIENTATION) return u16(at + 2) === SHORT ? u16(at + 8) : null;
  }
  return null;
}
