/** Lists what the OpenAPI document says; replace it with the viewer of your choice. */
export const docsPage = `<!doctype html>
<html lang="en">
<title>Notes</title>
<h1><a href="openapi.json">Notes</a></h1>
<ul></ul>
<script type="module">
  const { paths } = await (await fetch('openapi.json')).json();
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => method.toUpperCase() + ' ' + path + ': ' + summary));
  for (const line of lines) document.querySelector('ul').appendChild(document.createElement('li')).append(line);
</script>
</html>
`;
