/** A folder's size as people read it: KB under one MB, else MB with one decimal. */
export function formatSize(megabytes: number): string {
  return megabytes < 1 ? `${Math.round(megabytes * 1024)} KB` : `${megabytes.toFixed(1)} MB`;
}
