/** Everything that files need, as one lazy chunk. It is loaded when a file is first shown, chosen, recorded or sent. */

export { detectMimeType } from '@prosa/files/prepare-file'
export { uploadFile } from '../../../shared/api/upload-file.ts'
export { ComposerButtons as default } from './composer-tool.tsx'
export { storeUnsentBlob } from './keep-unsent.ts'
export { AudioWithTranscript } from './player/voice.tsx'
export { postAttachment } from './post-file.ts'
export { UnsentFileProgress } from './unsent-file.tsx'
