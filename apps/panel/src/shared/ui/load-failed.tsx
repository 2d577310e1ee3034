import { reasonOf } from '../api/reason.ts'
import { Button } from './button.tsx'

interface LoadFailedProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** Message if the server gives no reason. */
  words: string
}

/** Error message with a retry button, in place of content that failed to load. */
export function LoadFailed({ query: { error, isFetching, refetch }, words }: LoadFailedProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-roma text-ui">
      <span role="alert">{reasonOf(error, words)}</span>
      <Button busy={isFetching} onClick={() => void refetch()}>
        Tentar novamente
      </Button>
    </div>
  )
}
