/** Files that support can be sent. */
export const FILE_TYPES = "image/png,image/jpeg,image/gif,video/mp4,video/quicktime";
/** Megabytes. */
export const MAX_MB = { image: 10, video: 20 };
