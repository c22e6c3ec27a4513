/** Pictures of more bytes may be sent smaller: these need 20 s on a slow link. */
const LARGE_BYTES = 1_000_000;
/** Pixels of the longer side at most: texts and QRs of a slip stay readable. */
const SIDE = 2_000;
const QUALITY = 0.85;
const TYPE = "image/jpeg";

export const isLarge = ({ type, size }: File) => size > LARGE_BYTES && /^image\/(png|jpeg)$/.test(type);

/** The picture as a smaller JPEG; itself if the browser cannot draw it, or nothing is gained. */
export async function smaller(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height));
    const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d")!;
    // What a PNG shows through would be black.
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, width, height);
    pen.drawImage(picture, 0, 0, width, height);
    picture.close();
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, TYPE, QUALITY));
    if (!drawn || drawn.size >= file.size) return file;
    return new File([drawn], file.name.replace(/\.[^.]*$/, "") + ".jpg", { type: TYPE });
  } catch {
    return file;
  }
}
