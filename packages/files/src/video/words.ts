import { megabytes } from '@prosa/contract/rules/file-size'
import { VIDEO_MAX_BYTES } from '@prosa/contract/rules/files'

const MOST = `${megabytes(VIDEO_MAX_BYTES)} MB`

/** Displayed beside the size of a video that is converted before the upload (MEDIA-06). */
export const BECOMES_MP4 = ` · vai como MP4 de até ${MOST}`
/** Error message for a video whose conversion failed. */
export const NOT_CONVERTED = `Este vídeo não pôde ser convertido. Tente de novo, ou envie um MP4 de até ${MOST}.`
