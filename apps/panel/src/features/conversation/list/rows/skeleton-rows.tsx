import { CONVERSATION_SKELETON_COUNT } from '@prosa/contract/constants'
import { Skeleton } from '../../../../shared/ui/feedback/skeleton.tsx'

/** Placeholders shown while the rows are loading. */
export function SkeletonRows() {
  return (
    <ul aria-busy="true" aria-label="Carregando conversas">
      {Array.from({ length: CONVERSATION_SKELETON_COUNT }, (_, index) => (
        <li key={index} data-skeleton className="flex h-(--row-height) items-center gap-3 border-line border-b pr-3 pl-3.5">
          <Skeleton className="size-9 shrink-0" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3 w-3/5" />
            <Skeleton className="h-2.5 w-4/5" />
          </span>
        </li>
      ))}
    </ul>
  )
}
