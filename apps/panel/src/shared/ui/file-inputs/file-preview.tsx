import FileText from 'lucide-react/icons/file-text'
import Film from 'lucide-react/icons/film'
import { useEffect, useState } from 'react'
import { cx } from '../cx.ts'

/** Preview of an image before it is sent, or an icon for another file. */
export function FilePreview({ blob, isImage, size = 'size-16' }: { blob: Blob | null; isImage: boolean; size?: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob || !isImage) return
    const objectUrl = URL.createObjectURL(blob)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [blob, isImage])
  const frameClass = cx('shrink-0 rounded-control border border-line bg-bg', size)
  if (url) return <img src={url} alt="" className={`${frameClass} object-cover`} />
  const Icon = blob?.type.startsWith('video/') ? Film : FileText
  return (
    <span className={`${frameClass} inline-flex items-center justify-center text-ink-3`}>
      <Icon aria-hidden="true" className="size-6" />
    </span>
  )
}
