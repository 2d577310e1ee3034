import { runInBackground } from '../../platform/concurrency/background.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Files } from '../files/ports.ts'
import { answerFromKnowledge } from './answers/answer-from-knowledge.ts'
import { openKnowledgeContext } from './answers/knowledge-context.ts'
import { knowledgeEvents } from './events.ts'
import { readDocumentText } from './parsing/documents/read-document-text.ts'
import type { Knowledge } from './ports.ts'
import { fetchPhotos, markNextPhotoFailed } from './products/fetch-photos.ts'
import { listProductNames } from './products/list-product-names.ts'
import { storeSuggestedAnswer } from './questions/store-suggested-answer.ts'
import { removeLeadFromQuestions, storeUnansweredQuestions } from './questions/unanswered-questions.ts'
import { knowledgeRoutes } from './routes.ts'
import { handleReadSourceJob, markSourceFailed } from './sources/read-source-job.ts'
import { handleRefreshSourceJob } from './sources/schedule-source-reading.ts'

export function createKnowledgeModule(deps: Deps, { files }: { files: Files }) {
  const port: Knowledge = {
    answerQuestions: (scope, questions) => answerFromKnowledge(deps, scope, questions),
    createKnowledgeContext: (scope, answers) => openKnowledgeContext(deps, scope, answers),
    storeUnansweredQuestions: (scope, questions) => storeUnansweredQuestions(deps, scope, questions),
    listProductNames: listProductNames,
    readDocumentText: readDocumentText,
    removeLeadReferences: removeLeadFromQuestions,
  }
  return {
    port,
    routes: (api) => knowledgeRoutes(api, deps, files),
    jobs: {
      'read-source': (job, _signal, failures) => handleReadSourceJob(deps, files, job, failures),
      'refresh-source': (job) => handleRefreshSourceJob(deps, job),
      'fetch-photos': (job) => fetchPhotos(deps, files, job),
    },
    finalFailureHandlers: {
      'read-source': (job) => markSourceFailed(deps, job),
      'fetch-photos': (job) => markNextPhotoFailed(deps, job),
    },
    socketEvents: knowledgeEvents,
    start: () => {
      // Runs in the background, so that sending messages does not wait. A suggestion that is lost in a crash is not restored.
      deps.bus.onLocal('message.stored', (stored) => {
        runInBackground(() => storeSuggestedAnswer(deps, stored)).catch((error: unknown) =>
          deps.log.error({ err: error }, 'a suggestion was not kept'),
        )
      })
    },
  } satisfies Feature & { port: Knowledge }
}
