import { megabytes } from '@prosa/contract/rules/file-size'
import { VIDEO_MAX_BYTES } from '@prosa/contract/rules/files'

const MOST = `${megabytes(VIDEO_MAX_BYTES)} MB`

/** Said beside the size of a film that is converted on its way (MEDIA-06). */
export const BECOMES_MP4 = ` · vai como MP4 de até ${MOST}`
/** Said of one that began to be converted, and was not. */
export const NOT_CONVERTED = `Este vídeo não pôde ser convertido. Tente de novo, ou envie um MP4 de até ${MOST}.`
