// The server may have been started again with another version of the page while this one was open. The files of this
// version are gone then: a view or a language that was not loaded yet cannot be loaded any more.

/**
 * Load the page again if the server has another version of it. It happens once, because the loaded page is then of the
 * server's version.
 * @returns {Promise<boolean>} whether it is being loaded
 */
export async function reloadNewVersion() {
  const own = new URL(import.meta.url).pathname;
  try {
    const answer = await fetch("/", { cache: "no-cache" });
    if (!answer.ok || (await answer.text()).includes(own)) return false;
  } catch {
    return false; // no answer: loading the page would only lose what it shows
  }
  location.reload();
  return true;
}
