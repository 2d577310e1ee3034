import type { Measure } from './measure.ts'
import { auditSearchMeasure } from './measures/audit-search.ts'
import { broadcastMeasure } from './measures/broadcast.ts'
import { coldLoadMeasure } from './measures/cold-load.ts'
import { dashboardMeasure } from './measures/dashboard.ts'
import { listDepthMeasure } from './measures/depth.ts'
import { fileReadingMeasure } from './measures/file-reading.ts'
import { fileTransferMeasure } from './measures/files.ts'
import { guardTimeMeasure } from './measures/guard.ts'
import { knowledgeSearchMeasure } from './measures/knowledge-search.ts'
import { listAndOpenMeasure } from './measures/list.ts'
import { liveMessageMeasure } from './measures/live-message.ts'
import { liveRenderMeasure } from './measures/live-render.ts'
import { longListsMeasure } from './measures/long-lists.ts'
import { messageSearchMeasure } from './measures/message-search.ts'
import { messagePaintMeasure } from './measures/paint.ts'
import { historyImportMeasure } from './measures/past-import.ts'
import { peopleScrollMeasure } from './measures/people.ts'
import { scrollAnchoringMeasure } from './measures/prepend.ts'
import { resetTimingMeasure } from './measures/reset-asks.ts'
import { messageSendMeasure } from './measures/send.ts'
import { signInStormMeasure } from './measures/sign-in-storm.ts'
import { bundleSizesMeasure } from './measures/sizes.ts'
import { memoryGrowthMeasure } from './measures/soak.ts'
import { idleSocketsMeasure } from './measures/sockets.ts'
import { startUpMeasure } from './measures/start-up.ts'
import { conversationSwitchingMeasure } from './measures/switching.ts'
import { throughputMeasure } from './measures/throughput.ts'
import { transcriptionDelayMeasure } from './measures/voices.ts'

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
