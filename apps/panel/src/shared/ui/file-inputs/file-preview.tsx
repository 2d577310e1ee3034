import FileText from 'lucide-react/icons/file-text'
import Film from 'lucide-react/icons/film'
import { useEffect, useState } from 'react'
import { cx } from '../cx.ts'

/** Preview of an image before it is sent, or an icon for another file. */
export function FilePreview({ blob, isPicture, size = 'size-16' }: { blob: Blob | null; isPicture: boolean; size?: string }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!blob || !isPicture) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob, isPicture])
  const look = cx('shrink-0 rounded-control border border-line bg-bg', size)
  if (address) return <img src={address} alt="" className={`${look} object-cover`} />
  const Sign = blob?.type.startsWith('video/') ? Film : FileText
  return (
    <span className={`${look} inline-flex items-center justify-center text-ink-3`}>
      <Sign aria-hidden="true" className="size-6" />
    </span>
  )
}
