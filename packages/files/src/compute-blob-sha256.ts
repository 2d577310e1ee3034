/** Returns the SHA-256 of a blob as a lower-case hexadecimal string. The server requires this hash before an upload. */
export async function computeBlobSha256(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
