import sharp from 'sharp'

/**
 * Limits of thumbnails in a conversation (MEDIA-14): longer side in pixels, size in bytes, and number of pixels of the original.
 */
const MAX_THUMBNAIL_SIDE_PX = 640
const MAX_BYTES = 60_000
const MAX_PIXELS = 50_000_000

/**
 * Allows only the image formats that people and channels send. The library libvips supports more formats, such as SVG and PDF; these are
 * never opened.
 */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile', 'VipsForeignLoadNsgifFile'],
})
// Processes an image with one thread, and caches nothing.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Sizes in pixels and WebP qualities that are tried in turn until the thumbnail is small enough. Colourful noise compresses worst.
 */
const THUMBNAIL_ATTEMPTS = [
  { side: MAX_THUMBNAIL_SIDE_PX, quality: 72 },
  { side: MAX_THUMBNAIL_SIDE_PX, quality: 45 },
  { side: 480, quality: 40 },
  { side: 320, quality: 30 },
  { side: 240, quality: 15 },
] as const

/** Longer side in pixels of images for language models (2-agents.md, section 4) and of product images for leads. */
const MAX_JPEG_SIDE_PX = 1_568

/**
 * Returns a function that opens an image; null if the image has more than 50 megapixels. @throws if the image format is not allowed
 */
async function openImage(path: string) {
  const openFile = () => sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { width, height } = await openFile().metadata()
  return width * height <= MAX_PIXELS ? openFile : null
}

/**
 * Converts an image to an upright JPEG of at most 1,568 pixels per side; null if the image cannot be read or exceeds 50 megapixels.
 */
export async function toUprightJpeg(path: string): Promise<Buffer | null> {
  try {
    const open = await openImage(path)
    const size = { width: MAX_JPEG_SIDE_PX, height: MAX_JPEG_SIDE_PX, fit: 'inside', withoutEnlargement: true } as const
    return open && (await open().autoOrient().resize(size).flatten({ background: '#fff' }).jpeg({ quality: 80 }).toBuffer())
  } catch {
    return null
  }
}

/**
 * Returns an upright thumbnail of an image as WebP; null if the image cannot be read, exceeds 50 megapixels or does not shrink to 60 kB.
 */
export async function shrinkImage(path: string): Promise<Buffer | null> {
  try {
    const open = await openImage(path)
    if (!open) return null
    for (const { side, quality } of THUMBNAIL_ATTEMPTS) {
      const small = await open()
        .autoOrient()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .webp({ quality })
        .toBuffer()
      if (small.length <= MAX_BYTES) return small
    }
    return null
  } catch {
    // The bytes begin like an image but are not a valid one.
    return null
  }
}
