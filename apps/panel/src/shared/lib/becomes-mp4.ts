import { megabytes } from '@prosa/contract/rules/file-size'
import { VIDEO_MAX_BYTES } from '@prosa/contract/rules/files'

/** Said beside the size of a film that is converted on its way. */
export const BECOMES_MP4 = ` · vai como MP4 de até ${megabytes(VIDEO_MAX_BYTES)} MB`
