/** Lazy chunk with all code that handles files. Loaded when a file is first shown, chosen, recorded or sent. */

export { detectMimeType } from '@prosa/files/prepare-file'
export { uploadFile } from '../../../../shared/api/upload-file.ts'
export { AudioWithTranscript } from '../../audio/audio-with-transcript.tsx'
export { storeUnsentBlob } from '../../outbox/storage/unsent-persistence.ts'
export { postAttachment } from '../sending/post-attachment.ts'
export { ComposerButtons as default } from './composer-buttons.tsx'
export { UnsentFileProgress } from './unsent-file-progress.tsx'
