import type { Agent } from '@prosa/contract/entities/agents/agent'
import { hasPermission } from '@prosa/contract/roles'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../shared/session/session.ts'
import { SegmentedControl } from '../../shared/ui/inputs/segmented-control.tsx'
import { KnowledgePreview } from './knowledge-preview.tsx'
import { OpenQuestions } from './open-questions/open-questions.tsx'
import { knowledgeQueries } from './queries.ts'
import { KnowledgeUploadContext, type UploadKnowledgeFile } from './source-form/upload-knowledge-file.ts'
import { KnowledgeSources } from './sources/knowledge-sources.tsx'
import { useKnowledgeEvents } from './use-knowledge-events.ts'

interface AgentKnowledgeProps {
  agent: Agent
  agents: readonly Agent[]
  /** Uploads the file of a knowledge source. */
  uploadFile: UploadKnowledgeFile
}

/** Returns the number of open questions as a text; '+' is appended if more can be loaded. Returns undefined if there are none. */
function useOpenQuestionCount(canWrite: boolean): string | undefined {
  const { data } = useInfiniteQuery({ ...knowledgeQueries.questions(), enabled: canWrite })
  const count = data?.pages.reduce((sum, { questions }) => sum + questions.length, 0) ?? 0
  if (count === 0) return undefined
  return data?.pages.at(-1)?.nextCursor ? `${count}+` : `${count}`
}

/**
 * Page of an agent's knowledge: knowledge sources, unanswered questions and a preview of answers. A narrow window shows only one of these
 * parts, but all stay mounted.
 */
export function AgentKnowledge({ agent, agents, uploadFile }: AgentKnowledgeProps) {
  const canWrite = useSession(({ user }) => user !== null && hasPermission(user, 'agents:write'))
  const [view, setView] = useState<'sources' | 'questions' | 'try'>('sources')
  const openQuestionCount = useOpenQuestionCount(canWrite)
  useKnowledgeEvents()
  const hideUnless = (name: typeof view) => (view === name ? '' : 'max-lg:hidden')
  const views = [
    { value: 'sources', label: 'Fontes' },
    ...(canWrite ? [{ value: 'questions', label: 'Perguntas', aside: openQuestionCount } as const] : []),
    { value: 'try', label: 'Experimentar' },
  ] as const
  return (
    <KnowledgeUploadContext value={uploadFile}>
      <SegmentedControl className="mb-4 lg:hidden" legend="O que mostrar" value={view} options={views} onChange={setView} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
        <div className={`lg:row-span-2 ${hideUnless('sources')}`}>
          <KnowledgeSources agent={agent} agents={agents} canWrite={canWrite} />
        </div>
        <div className={hideUnless('try')}>
          <KnowledgePreview agent={agent} />
        </div>
        {canWrite && (
          <div className={hideUnless('questions')}>
            <OpenQuestions agents={agents} />
          </div>
        )}
      </div>
    </KnowledgeUploadContext>
  )
}
