import { VIDEO_MAX_BYTES } from '@prosa/contract/rules/files/accepted-files'
import { formatMegabytes } from '@prosa/contract/rules/files/file-size'

const MAX_SIZE = `${formatMegabytes(VIDEO_MAX_BYTES)} MB`

/** Text displayed next to the size of a video that will be converted before the upload (MEDIA-06). */
export const MP4_CONVERSION_HINT = ` · vai como MP4 de até ${MAX_SIZE}`
export const CONVERSION_FAILED_MESSAGE = `Este vídeo não pôde ser convertido. Tente de novo, ou envie um MP4 de até ${MAX_SIZE}.`
