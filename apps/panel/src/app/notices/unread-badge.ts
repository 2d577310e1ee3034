const COUNT_PREFIX_PATTERN = /^\(\d+\+?\) /
const MAX_SHOWN_COUNT = 99

/** Adds the number of unread conversations to the title of the browser tab. */
const addCountToTitle = (title: string, count: number): string => {
  const baseTitle = title.replace(COUNT_PREFIX_PATTERN, '')
  return count > 0 ? `(${count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : count}) ${baseTitle}` : baseTitle
}

/** Returns the favicon with a number on it, as an SVG data URL. */
const createFaviconWithCount = (count: number): string => {
  const text = count > 9 ? '9+' : String(count)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#131c1f"/><path d="M12.5 6H21a6 6 0 0 1 6 6v4.5a6 6 0 0 1-6 6h-8.1a.9.9 0 0 1-.9-.9V6.5a.5.5 0 0 1 .5-.5Z" fill="#83d3d5"/><rect x="5" y="6" width="4.5" height="20.5" rx="2.25" fill="#f7a35e"/><circle cx="22" cy="22" r="10" fill="#f7a35e" stroke="#131c1f" stroke-width="2"/><text x="22" y="27" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="${text.length > 1 ? 12 : 15}" fill="#131c1f">${text}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/**
 * Shows the number of unread conversations in the favicon and the tab title, even after a page changes its title. Returns a cleanup
 * function.
 */
export function showUnreadBadge(count: number): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const plainIcon = icon?.dataset.plain ?? icon?.getAttribute('href') ?? ''
  if (icon) {
    icon.dataset.plain = plainIcon
    icon.href = count > 0 ? createFaviconWithCount(count) : plainIcon
  }
  const updateTitle = () => {
    const titleWithCount = addCountToTitle(document.title, count)
    if (document.title !== titleWithCount) document.title = titleWithCount
  }
  updateTitle()
  const observer = new MutationObserver(updateTitle)
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    document.title = addCountToTitle(document.title, 0)
    if (icon) icon.href = plainIcon
  }
}
