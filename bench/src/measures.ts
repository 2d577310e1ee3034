import type { Measure } from './measure.ts'
import { guardTimeMeasure } from './measures/agents/guard-time.ts'
import { knowledgeSearchMeasure } from './measures/agents/knowledge-search.ts'
import { fileReadingMeasure } from './measures/files/file-reading.ts'
import { fileTransferMeasure } from './measures/files/file-transfer.ts'
import { transcriptionDelayMeasure } from './measures/files/transcription-delay.ts'
import { bundleSizesMeasure } from './measures/panel/bundle-sizes.ts'
import { coldLoadMeasure } from './measures/panel/cold-load.ts'
import { conversationSwitchingMeasure } from './measures/panel/conversation-switching.ts'
import { liveRenderMeasure } from './measures/panel/live-render.ts'
import { longListsMeasure } from './measures/panel/long-lists.ts'
import { memoryGrowthMeasure } from './measures/panel/memory-growth.ts'
import { messagePaintMeasure } from './measures/panel/message-paint.ts'
import { peopleScrollMeasure } from './measures/panel/people-scroll.ts'
import { scrollAnchoringMeasure } from './measures/panel/scroll-anchoring.ts'
import { broadcastMeasure } from './measures/realtime/broadcast.ts'
import { idleSocketsMeasure } from './measures/realtime/idle-sockets.ts'
import { liveMessageMeasure } from './measures/realtime/live-message.ts'
import { auditSearchMeasure } from './measures/server/audit-search.ts'
import { dashboardMeasure } from './measures/server/dashboard.ts'
import { historyImportMeasure } from './measures/server/history-import.ts'
import { listAndOpenMeasure } from './measures/server/list-and-open.ts'
import { listDepthMeasure } from './measures/server/list-depth.ts'
import { messageSearchMeasure } from './measures/server/message-search.ts'
import { messageSendMeasure } from './measures/server/message-send.ts'
import { resetTimingMeasure } from './measures/server/reset-timing.ts'
import { signInStormMeasure } from './measures/server/sign-in-storm.ts'
import { startUpMeasure } from './measures/server/start-up.ts'
import { throughputMeasure } from './measures/server/throughput.ts'

/** Measures in the order in which they run. Those that write data follow those that depend on the original data. */
export const MEASURES: readonly Measure[] = [
  bundleSizesMeasure,
  startUpMeasure,
  guardTimeMeasure,
  knowledgeSearchMeasure,
  fileReadingMeasure,
  fileTransferMeasure,
  listAndOpenMeasure,
  throughputMeasure,
  listDepthMeasure,
  dashboardMeasure,
  auditSearchMeasure,
  messageSearchMeasure,
  resetTimingMeasure,
  signInStormMeasure,
  coldLoadMeasure,
  conversationSwitchingMeasure,
  scrollAnchoringMeasure,
  longListsMeasure,
  peopleScrollMeasure,
  liveRenderMeasure,
  memoryGrowthMeasure,
  messagePaintMeasure,
  messageSendMeasure,
  liveMessageMeasure,
  historyImportMeasure,
  transcriptionDelayMeasure,
  broadcastMeasure,
  idleSocketsMeasure,
]
