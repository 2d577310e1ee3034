import type { Measure } from './measure.ts'
import { auditSearchMeasure } from './measures/audit-search.ts'
import { broadcastMeasure } from './measures/broadcast.ts'
import { bundleSizesMeasure } from './measures/bundle-sizes.ts'
import { coldLoadMeasure } from './measures/cold-load.ts'
import { conversationSwitchingMeasure } from './measures/conversation-switching.ts'
import { dashboardMeasure } from './measures/dashboard.ts'
import { fileReadingMeasure } from './measures/file-reading.ts'
import { fileTransferMeasure } from './measures/file-transfer.ts'
import { guardTimeMeasure } from './measures/guard-time.ts'
import { historyImportMeasure } from './measures/history-import.ts'
import { idleSocketsMeasure } from './measures/idle-sockets.ts'
import { knowledgeSearchMeasure } from './measures/knowledge-search.ts'
import { listAndOpenMeasure } from './measures/list-and-open.ts'
import { listDepthMeasure } from './measures/list-depth.ts'
import { liveMessageMeasure } from './measures/live-message.ts'
import { liveRenderMeasure } from './measures/live-render.ts'
import { longListsMeasure } from './measures/long-lists.ts'
import { memoryGrowthMeasure } from './measures/memory-growth.ts'
import { messagePaintMeasure } from './measures/message-paint.ts'
import { messageSearchMeasure } from './measures/message-search.ts'
import { messageSendMeasure } from './measures/message-send.ts'
import { peopleScrollMeasure } from './measures/people-scroll.ts'
import { resetTimingMeasure } from './measures/reset-timing.ts'
import { scrollAnchoringMeasure } from './measures/scroll-anchoring.ts'
import { signInStormMeasure } from './measures/sign-in-storm.ts'
import { startUpMeasure } from './measures/start-up.ts'
import { throughputMeasure } from './measures/throughput.ts'
import { transcriptionDelayMeasure } from './measures/transcription-delay.ts'

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
