/** All that files bring along, in one piece: it comes with the first that shows, chooses, records or sends one. */

export { typeOf } from '@prosa/files/prepare-file'
export { upload } from '../../../shared/api/upload-file.ts'
export { ComposerTool as default } from './composer-tool.tsx'
export { keepBlob } from './keep-unsent.ts'
export { Voice } from './player/voice.tsx'
export { postFile } from './post-file.ts'
export { UnsentFile } from './unsent-file.tsx'
