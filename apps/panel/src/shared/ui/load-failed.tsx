import { reasonOf } from '../api/reason.ts'
import { Button } from './button.tsx'

interface LoadFailedProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** Said where the server gives no reason. */
  words: string
}

/** In the place of what could not be loaded: why not, and another try. */
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
