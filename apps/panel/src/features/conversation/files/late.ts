/** Everything that files need, as one lazy chunk. It is loaded when a file is first shown, chosen, recorded or sent. */

export { typeOf } from '@prosa/files/prepare-file'
export { upload } from '../../../shared/api/upload-file.ts'
export { ComposerTool as default } from './composer-tool.tsx'
export { keepBlob } from './keep-unsent.ts'
export { Voice } from './player/voice.tsx'
export { postFile } from './post-file.ts'
export { UnsentFile } from './unsent-file.tsx'
