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
  storeReceivedFile,
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
    announce: async (owner, announcement, checkNewFile) =>
      presentFile(await announceFile(deps, owner, announcement, checkNewFile)),
    verifyPart: (owner, part, length) => verifyFilePart(deps, owner, part, length),
    storePart: async (owner, part, bytes) => presentFile(await storeFilePart(deps, owner, part, bytes)),
    getFileToSend,
    getOwnStoredFile: getOwnStoredFile,
    deleteUnreferenced: (tx, tenantId, fileIds) => deleteUnreferencedFiles(tx, deps, tenantId, fileIds),
    find: findStoredFile,
    findByMessage: findMessageFile,
    hasBytes: async ({ tenantId, storedAs }) => (await deps.fileStore.getSize(tenantId, storedAs)) !== null,
    withBytes: ({ tenantId, storedAs }, use) => deps.fileStore.withBlob(tenantId, storedAs, use),
    withPath: ({ tenantId, storedAs }, use) => deps.fileStore.withPath(tenantId, storedAs, use),
    getReaderResultName: getReaderResultName,
    readImageForModel: createModelImageReader(deps.fileStore),
    prepareImage: (tenantId, id, bytes) => prepareStoredImage(deps, tenantId, id, bytes),
    storeImage: (tx, image) => storeImage(tx, deps, image),
    attach: attachFile,
    storeIncomingBytes: (tenantId, messageId, bytes) => deps.fileStore.put(tenantId, getIncomingFileName(messageId), bytes),
    readIncomingAudioMetadata: (tenantId, messageId) =>
      readStoredAudioMetadata(deps.fileStore, tenantId, getIncomingFileName(messageId)),
    scanAndCopyIncomingBytes: async (tenantId, messageId, sha256) => {
      if ((await scanIncomingFile(deps, tenantId, getIncomingFileName(messageId))) === 'infected') return 'infected'
      await copyIncomingBytes(deps, { tenantId, incomingName: getIncomingFileName(messageId), sha256 })
      return 'clean'
    },
    storeReceivedFile: (tx, file) => storeReceivedFile(tx, deps, file),
    discardIncomingAndStored: (tenantId, messageId) => discardIncomingAndStored(deps, tenantId, messageId),
    discardIncoming: (tenantId, messageId) => discardIncomingBytes(deps, tenantId, messageId),
    hasStorageForLeadFile: (tx, tenantId, size) => hasStorageRoomForLeads(tx, deps, tenantId, size),
    updateStorageState: (tx, tenantId) => emitStorageState(tx, deps, tenantId, 'other room'),
    listMessagesWithOldFiles: listMessagesWithOldFiles,
    deleteMessageFiles: (tx, tenantId, selection) => deleteMessageFiles(tx, deps, tenantId, selection),
    exportFiles: exportFiles,
    serve: createFileHandler(deps),
  }
  return {
    port,
    routes: (api) => fileRoutes(api, deps, port.serve),
    socketEvents: fileEvents,
    jobs: {
      'erase-files': (job) => eraseFileBytes(deps, job),
      'drop-file': (job) => deleteUnusedUpload(deps, job),
    },
  } satisfies Feature & { port: Files }
}
