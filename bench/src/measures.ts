import type { Measure } from './measure.ts'
import { auditSearch } from './measures/audit-search.ts'
import { broadcast } from './measures/broadcast.ts'
import { coldLoad } from './measures/cold-load.ts'
import { dashboard } from './measures/dashboard.ts'
import { depth } from './measures/depth.ts'
import { fileReading } from './measures/file-reading.ts'
import { files } from './measures/files.ts'
import { guard } from './measures/guard.ts'
import { knowledgeSearch } from './measures/knowledge-search.ts'
import { list } from './measures/list.ts'
import { liveMessage } from './measures/live-message.ts'
import { liveRender } from './measures/live-render.ts'
import { longLists } from './measures/long-lists.ts'
import { messageSearch } from './measures/message-search.ts'
import { paint } from './measures/paint.ts'
import { pastImport } from './measures/past-import.ts'
import { people } from './measures/people.ts'
import { prepend } from './measures/prepend.ts'
import { resetAsks } from './measures/reset-asks.ts'
import { send } from './measures/send.ts'
import { signInStorm } from './measures/sign-in-storm.ts'
import { sizes } from './measures/sizes.ts'
import { soak } from './measures/soak.ts'
import { sockets } from './measures/sockets.ts'
import { startUp } from './measures/start-up.ts'
import { switching } from './measures/switching.ts'
import { throughput } from './measures/throughput.ts'
import { voices } from './measures/voices.ts'

/** Measures in the order in which they run. Those that write data follow those that depend on the original data. */
export const MEASURES: readonly Measure[] = [
  sizes,
  startUp,
  guard,
  knowledgeSearch,
  fileReading,
  files,
  list,
  throughput,
  depth,
  dashboard,
  auditSearch,
  messageSearch,
  resetAsks,
  signInStorm,
  coldLoad,
  switching,
  prepend,
  longLists,
  people,
  liveRender,
  soak,
  paint,
  send,
  liveMessage,
  pastImport,
  voices,
  broadcast,
  sockets,
]
