import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import { fileEvents } from './events.ts'
import { exportFiles } from './export-files.ts'
import { scanIncomingFile } from './inspection/scan-incoming-file.ts'
import { readStoredAudioMetadata } from './isolated/isolated-file-tasks.ts'
import {
  attachFile,
  findMessageFile,
  findStoredFile,
  getFileToSend,
  getOwnStoredFile,
  storeArrivedFile,
} from './message-files.ts'
import type { Files } from './ports.ts'
import { fileRoutes } from './routes.ts'
import { createFileHandler } from './serving/serve-file.ts'
import { createModelImageReader } from './serving/thumbnails.ts'
import { copyIncomingBytes } from './storage/content-storage.ts'
import {
  deleteMessageFiles,
  deleteUnreferencedFiles,
  deleteUnusedUpload,
  discardIncomingAndStored,
  discardIncomingBytes,
  eraseFileBytes,
  listMessagesWithOldFiles,
} from './storage/delete-files.ts'
import { emitStorageState, hasStorageRoomForLeads } from './storage/quota.ts'
import { getIncomingFileName, getReaderResultName } from './storage/storage-names.ts'
import { prepareStoredImage, storeImage } from './storage/store-image.ts'
import { announceFile, presentFile, storeFilePart, verifyFilePart } from './uploads/upload.ts'

export function createFilesModule(deps: Deps) {
  const port: Files = {
    announce: async (who, about, asNew) => presentFile(await announceFile(deps, who, about, asNew)),
    verifyPart: (who, which, length) => verifyFilePart(deps, who, which, length),
    putPart: async (who, which, bytes) => presentFile(await storeFilePart(deps, who, which, bytes)),
    toSend: getFileToSend,
    toKeep: getOwnStoredFile,
    letGo: (tx, tenantId, fileIds) => deleteUnreferencedFiles(tx, deps, tenantId, fileIds),
    find: findStoredFile,
    ofMessage: findMessageFile,
    hasBytes: async ({ tenantId, storedAs }) => (await deps.files.sizeOf(tenantId, storedAs)) !== null,
    withBytes: ({ tenantId, storedAs }, use) => deps.files.withBlob(tenantId, storedAs, use),
    withPath: ({ tenantId, storedAs }, use) => deps.files.withPath(tenantId, storedAs, use),
    besideName: getReaderResultName,
    pictureForModel: createModelImageReader(deps.files),
    preparePicture: (tenantId, id, bytes) => prepareStoredImage(deps, tenantId, id, bytes),
    keepPicture: (tx, picture) => storeImage(tx, deps, picture),
    attach: attachFile,
    keep: (tenantId, messageId, bytes) => deps.files.put(tenantId, getIncomingFileName(messageId), bytes),
    readAudio: (tenantId, messageId) => readStoredAudioMetadata(deps.files, tenantId, getIncomingFileName(messageId)),
    bringIn: async (tenantId, messageId, sha256) => {
      if ((await scanIncomingFile(deps, tenantId, getIncomingFileName(messageId))) === 'infected') return 'infected'
      await copyIncomingBytes(deps, { tenantId, from: getIncomingFileName(messageId), sha256 })
      return 'clean'
    },
    arrived: (tx, file) => storeArrivedFile(tx, deps, file),
    undo: (tenantId, messageId) => discardIncomingAndStored(deps, tenantId, messageId),
    discard: (tenantId, messageId) => discardIncomingBytes(deps, tenantId, messageId),
    hasRoomForLeads: (tx, tenantId, size) => hasStorageRoomForLeads(tx, deps, tenantId, size),
    roomChanged: (tx, tenantId) => emitStorageState(tx, deps, tenantId, 'other room'),
    olderThan: listMessagesWithOldFiles,
    release: (tx, tenantId, which) => deleteMessageFiles(tx, deps, tenantId, which),
    exportLead: exportFiles,
    serve: createFileHandler(deps),
  }
  return {
    port,
    routes: (api) => fileRoutes(api, deps, port.serve),
    live: fileEvents,
    jobs: {
      'erase-files': (job) => eraseFileBytes(deps, job),
      'drop-file': (job) => deleteUnusedUpload(deps, job),
    },
  } satisfies Feature & { port: Files }
}
