import ArrowUp from 'lucide-react/icons/arrow-up'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { formatUnreadCount } from '../message-list/thread-rows.ts'

/** Button that scrolls up to the first unread message. */
export function JumpToUnreadButton({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <Button className="absolute top-2 left-1/2 -translate-x-1/2 !rounded-full !text-primary shadow-float" onClick={onPress}>
      <ArrowUp aria-hidden="true" className="size-4" />
      {formatUnreadCount(count)}
    </Button>
  )
}
