import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { discard, dropUnsent, eraseFiles, letGo, olderThan, release, undo } from './drop.ts'
import { exportFiles } from './export-files.ts'
import { readAudio } from './isolated-file-tasks.ts'
import { bringIn } from './keep-bytes.ts'
import { keepPicture, preparePicture } from './keep-picture.ts'
import { fileEvents } from './live.ts'
import { besideName, wholeName } from './names.ts'
import { attachFile, fileArrived, fileOfMessage, fileToSend, findKept, ownWhole } from './of-message.ts'
import type { Files } from './ports.ts'
import { hasRoomForLeads, tellStorage } from './quota.ts'
import { fileRoutes } from './routes.ts'
import { scanIncoming } from './scan.ts'
import { createServe } from './serve.ts'
import { createPictures } from './thumbs.ts'
import { announceFile, presentFile, putPart, verifyPart } from './upload.ts'

export function wireFiles(deps: Deps) {
  const port: Files = {
    announce: async (who, about, asNew) => presentFile(await announceFile(deps, who, about, asNew)),
    verifyPart: (who, which, length) => verifyPart(deps, who, which, length),
    putPart: async (who, which, bytes) => presentFile(await putPart(deps, who, which, bytes)),
    toSend: fileToSend,
    toKeep: ownWhole,
    letGo: (tx, tenantId, fileIds) => letGo(tx, deps, tenantId, fileIds),
    find: findKept,
    ofMessage: fileOfMessage,
    hasBytes: async ({ tenantId, storedAs }) => (await deps.files.sizeOf(tenantId, storedAs)) !== null,
    withBytes: ({ tenantId, storedAs }, use) => deps.files.withBlob(tenantId, storedAs, use),
    withPath: ({ tenantId, storedAs }, use) => deps.files.withPath(tenantId, storedAs, use),
    besideName,
    pictureForModel: createPictures(deps.files),
    preparePicture: (tenantId, id, bytes) => preparePicture(deps, tenantId, id, bytes),
    keepPicture: (tx, picture) => keepPicture(tx, deps, picture),
    attach: attachFile,
    keep: (tenantId, messageId, bytes) => deps.files.put(tenantId, wholeName(messageId), bytes),
    readAudio: (tenantId, messageId) => readAudio(deps.files, tenantId, wholeName(messageId)),
    bringIn: async (tenantId, messageId, sha256) => {
      if ((await scanIncoming(deps, tenantId, wholeName(messageId))) === 'infected') return 'infected'
      await bringIn(deps, { tenantId, from: wholeName(messageId), sha256 })
      return 'clean'
    },
    arrived: (tx, file) => fileArrived(tx, deps, file),
    undo: (tenantId, messageId) => undo(deps, tenantId, messageId),
    discard: (tenantId, messageId) => discard(deps, tenantId, messageId),
    hasRoomForLeads: (tx, tenantId, size) => hasRoomForLeads(tx, deps, tenantId, size),
    roomChanged: (tx, tenantId) => tellStorage(tx, deps, tenantId, 'other room'),
    olderThan,
    release: (tx, tenantId, which) => release(tx, deps, tenantId, which),
    exportLead: exportFiles,
    serve: createServe(deps),
  }
  return {
    port,
    routes: (api) => fileRoutes(api, deps, port.serve),
    live: fileEvents,
    jobs: {
      'erase-files': (job) => eraseFiles(deps, job),
      'drop-file': (job) => dropUnsent(deps, job),
    },
  } satisfies Feature & { port: Files }
}
