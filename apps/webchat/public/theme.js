// Runs before the first paint, so that the page does not flash in the other theme. Follows the system's theme.
;(() => {
  const light = matchMedia('(prefers-color-scheme: light)')
  const follow = () => {
    document.documentElement.dataset.theme = light.matches ? 'light' : 'dark'
  }
  light.addEventListener('change', follow)
  follow()
})()
