import type { Agent } from '@prosa/contract/entities/agent'
import { hasPermission } from '@prosa/contract/roles'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../shared/session/session.ts'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { knowledgeQueries } from './queries.ts'
import { Questions } from './questions.tsx'
import { Sources } from './sources.tsx'
import { type TakeFile, TakesFile } from './take-file.ts'
import { TryKnowledge } from './try-knowledge.tsx'
import { useKnowledgeEvents } from './use-knowledge-events.ts'

interface KnowledgeProps {
  agent: Agent
  agents: readonly Agent[]
  /** Uploads a file. */
  takeFile: TakeFile
}

/** Returns the number of open questions as a text, with '+' if more can be loaded; undefined if there are none. */
function useWaiting(mayWrite: boolean): string | undefined {
  const { data } = useInfiniteQuery({ ...knowledgeQueries.questions(), enabled: mayWrite })
  const count = data?.pages.reduce((sum, { questions }) => sum + questions.length, 0) ?? 0
  if (count === 0) return undefined
  return data?.pages.at(-1)?.nextCursor ? `${count}+` : `${count}`
}

/** Page of an agent's knowledge: sources, unanswered questions and a preview of answers. In a narrow window one at a time, all mounted. */
export function Knowledge({ agent, agents, takeFile }: KnowledgeProps) {
  const mayWrite = useSession(({ user }) => user !== null && hasPermission(user, 'agents:write'))
  const [view, setView] = useState<'sources' | 'questions' | 'try'>('sources')
  const waiting = useWaiting(mayWrite)
  useKnowledgeEvents()
  const only = (name: typeof view) => (view === name ? '' : 'max-lg:hidden')
  const views = [
    { value: 'sources', label: 'Fontes' },
    ...(mayWrite ? [{ value: 'questions', label: 'Perguntas', aside: waiting } as const] : []),
    { value: 'try', label: 'Experimentar' },
  ] as const
  return (
    <TakesFile value={takeFile}>
      <Segmented className="mb-4 lg:hidden" legend="O que mostrar" value={view} options={views} onChange={setView} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
        <div className={`lg:row-span-2 ${only('sources')}`}>
          <Sources agent={agent} agents={agents} mayWrite={mayWrite} />
        </div>
        <div className={only('try')}>
          <TryKnowledge agent={agent} />
        </div>
        {mayWrite && (
          <div className={only('questions')}>
            <Questions agents={agents} />
          </div>
        )}
      </div>
    </TakesFile>
  )
}
