import { inBackground } from '../../kernel/background.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { Files } from '../files/ports.ts'
import { answerFrom } from './answer.ts'
import { knowledgeEvents } from './live.ts'
import { fetchPhotos, giveUpNextPhoto } from './photos/fetch-photos.ts'
import type { Knowledge } from './ports.ts'
import { productNames } from './product-names.ts'
import { giveUpSource, readSourceJob } from './read-source-job.ts'
import { readText } from './read-text.ts'
import { refreshSourceJob } from './refresh.ts'
import { knowledgeRoutes } from './routes.ts'
import { openShelf } from './shelf.ts'
import { suggestAnswer } from './suggest-answer.ts'
import { forgetLead, noteUnknown } from './unknown.ts'

export function wireKnowledge(deps: Deps, { files }: { files: Files }) {
  const port: Knowledge = {
    answer: (who, questions) => answerFrom(deps, who, questions),
    shelf: (who, answers) => openShelf(deps, who, answers),
    noteUnknown: (who, questions) => noteUnknown(deps, who, questions),
    productNames,
    readText,
    forgetLead,
  }
  return {
    port,
    routes: (api) => knowledgeRoutes(api, deps, files),
    jobs: {
      'read-source': (job, _signal, failures) => readSourceJob(deps, files, job, failures),
      'refresh-source': (job) => refreshSourceJob(deps, job),
      'fetch-photos': (job) => fetchPhotos(deps, files, job),
    },
    giveUps: {
      'read-source': (job) => giveUpSource(deps, job),
      'fetch-photos': (job) => giveUpNextPhoto(deps, job),
    },
    live: knowledgeEvents,
    start: () => {
      // Runs in the background, so that sending does not wait for it. A suggestion lost in a crash is not restored.
      deps.bus.onOwn('message.stored', (stored) => {
        inBackground(() => suggestAnswer(deps, stored)).catch((error: unknown) =>
          deps.log.error({ err: error }, 'a suggestion was not kept'),
        )
      })
    },
  } satisfies Feature & { port: Knowledge }
}
