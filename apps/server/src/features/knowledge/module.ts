import { runInBackground } from '../../kernel/background.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { Files } from '../files/ports.ts'
import { answerFromKnowledge } from './answer-from-knowledge.ts'
import { openKnowledgeContext } from './knowledge-context.ts'
import { listProductNames } from './list-product-names.ts'
import { knowledgeEvents } from './live.ts'
import { fetchPhotos, markNextPhotoFailed } from './photos/fetch-photos.ts'
import type { Knowledge } from './ports.ts'
import { readDocumentText } from './read-document-text.ts'
import { handleReadSourceJob, markSourceFailed } from './read-source-job.ts'
import { knowledgeRoutes } from './routes.ts'
import { handleRefreshSourceJob } from './schedule-source-reading.ts'
import { storeSuggestedAnswer } from './store-suggested-answer.ts'
import { removeLeadFromQuestions, storeUnansweredQuestions } from './unanswered-questions.ts'

export function createKnowledgeModule(deps: Deps, { files }: { files: Files }) {
  const port: Knowledge = {
    answer: (who, questions) => answerFromKnowledge(deps, who, questions),
    shelf: (who, answers) => openKnowledgeContext(deps, who, answers),
    noteUnknown: (who, questions) => storeUnansweredQuestions(deps, who, questions),
    productNames: listProductNames,
    readText: readDocumentText,
    forgetLead: removeLeadFromQuestions,
  }
  return {
    port,
    routes: (api) => knowledgeRoutes(api, deps, files),
    jobs: {
      'read-source': (job, _signal, failures) => handleReadSourceJob(deps, files, job, failures),
      'refresh-source': (job) => handleRefreshSourceJob(deps, job),
      'fetch-photos': (job) => fetchPhotos(deps, files, job),
    },
    giveUps: {
      'read-source': (job) => markSourceFailed(deps, job),
      'fetch-photos': (job) => markNextPhotoFailed(deps, job),
    },
    live: knowledgeEvents,
    start: () => {
      // Runs in the background, so that sending does not wait for it. A suggestion lost in a crash is not restored.
      deps.bus.onOwn('message.stored', (stored) => {
        runInBackground(() => storeSuggestedAnswer(deps, stored)).catch((error: unknown) =>
          deps.log.error({ err: error }, 'a suggestion was not kept'),
        )
      })
    },
  } satisfies Feature & { port: Knowledge }
}
