/** A generator of clients, and how the client in `programs/<name>` is made with it. */
export interface Client {
  readonly name: string;
  readonly language: string;
  /** The generator and its version. */
  readonly generator: string;
  /** Commands the machine must have. */
  readonly needs: readonly string[];
  /** Shell commands that install the generator, in the folder of the program. */
  readonly install: readonly string[];
  /** Shell commands that write the client from `openapi.json` into `api`. */
  readonly generate: readonly string[];
  /** Shell commands that compile the program with the client, or check its types. */
  readonly compile: readonly string[];
  /** The program. The base address, an API key and the folder of the files follow. */
  readonly call: string;
  /** Prints the version of the compiler or interpreter. */
  readonly toolchain: string;
  /** What to know before use, in Markdown. */
  readonly notes: readonly string[];
  /** Prints a sentence about what was generated, for the guide. */
  readonly remark?: string;
}

const openApiGeneratorVersion = '7.25.0';

/** A client by openapi-generator, which is a program in Java for all its languages. */
const byOpenApiGenerator = (
  client: Omit<Client, 'generator' | 'install' | 'generate'> & {
    readonly options: string;
    readonly install?: readonly string[];
  },
): Client => {
  const { options, install = [], needs, ...rest } = client;
  const jar = `openapi-generator-cli-${openApiGeneratorVersion}.jar`;
  const artifact = `org.openapitools:openapi-generator-cli:${openApiGeneratorVersion}`;
  return {
    ...rest,
    needs: [...new Set([...needs, 'mvn'])],
    generator: `openapi-generator ${openApiGeneratorVersion}`,
    install: [
      `mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact=${artifact} -DoutputDirectory=.`,
      ...install,
    ],
    generate: [
      `java -jar ${jar} generate -i openapi.json -o api --global-property apiTests=false,modelTests=false ${options}`,
    ],
  };
};

const python = ['python3 -m venv .venv', '.venv/bin/pip install --quiet -r requirements.txt'];

export const clients: readonly Client[] = [
  {
    name: 'go-oapi-codegen',
    language: 'Go',
    generator: 'oapi-codegen 2.8.2',
    needs: ['go'],
    install: [],
    generate: [
      'mkdir -p api',
      'go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config oapi-codegen.yaml openapi.json',
    ],
    compile: ['go vet ./...', 'go build -o client .'],
    call: './client',
    toolchain: 'go env GOVERSION',
    notes: [
      '`oapi-codegen.yaml` configures what is written and where.',
      'Write a multipart body with `mime/multipart`, and send it with the function that ends in `WithBodyWithResponse`.',
    ],
  },
  byOpenApiGenerator({
    name: 'go-openapi-generator',
    language: 'Go',
    needs: ['go'],
    options:
      '-g go -p packageName=api,withGoMod=false,enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false',
    compile: ['go vet . ./api', 'go build -o client .'],
    call: './client',
    toolchain: 'go env GOVERSION',
    notes: [
      'A response outside 2xx, even 304, is returned as an error beside the response.',
      '`disallowAdditionalPropertiesIfNotPresent=false` lets the client read responses that have gained a field.',
      '`SetPriceNil` sends null, which clears a field. Fields that you do not set are not sent.',
    ],
  }),
  {
    name: 'java-openapi-generator',
    language: 'Java',
    generator: `openapi-generator ${openApiGeneratorVersion}`,
    needs: ['mvn'],
    install: [],
    generate: ['mvn -q -B generate-sources'],
    compile: ['mvn -q -B compile dependency:copy-dependencies'],
    call: "java -cp 'target/classes:target/dependency/*' Calls",
    toolchain: 'java --version',
    notes: [
      'The Maven plugin in `pom.xml` runs the generator before each compilation. Its settings are there.',
      'Use the library `okhttp-gson`: code for `native` does not compile if a value may be a list or text.',
      '`disallowAdditionalPropertiesIfNotPresent=false` lets the client read responses that have gained a field.',
    ],
  },
  {
    name: 'kotlin-openapi-generator',
    language: 'Kotlin',
    generator: `openapi-generator ${openApiGeneratorVersion}`,
    needs: ['mvn'],
    install: [],
    generate: ['mvn -q -B generate-sources'],
    compile: ['mvn -q -B compile dependency:copy-dependencies'],
    call: "java -cp 'target/classes:target/dependency/*' CallsKt",
    toolchain: 'java --version',
    notes: [
      'The Maven plugin in `pom.xml` runs the generator before each compilation. Its settings are there.',
      'The functions that end in `WithHttpInfo` also return status and headers. They take every parameter.',
      'A property that is null is not sent, so you cannot clear a field.',
      'Fields of a form that you do not set are sent as empty ones, which imports refuse. Send imports with OkHttp.',
    ],
  },
  byOpenApiGenerator({
    name: 'php-openapi-generator',
    language: 'PHP',
    needs: ['php'],
    options: '-g php -p invokerPackage=ProductContent',
    compile: ["find api/lib calls.php -name '*.php' -print0 | xargs -0 -n 1 php -l"],
    call: 'php calls.php',
    toolchain: 'echo "PHP $(php -r "echo PHP_VERSION;")"',
    notes: [
      '`composer install` in `api` installs the dependencies of the client. The test uses Guzzle from the Debian package `php-guzzlehttp-guzzle`.',
      'A response outside 2xx, even 304, is thrown as `ApiException`, with the typed error in `getResponseObject()`.',
      'Optional parameters are named arguments.',
    ],
  }),
  byOpenApiGenerator({
    name: 'python-openapi-generator',
    language: 'Python',
    needs: ['python3'],
    install: python,
    options: '-g python -p packageName=product_content',
    compile: [
      '.venv/bin/python -m compileall -q api/product_content',
      'MYPYPATH=api .venv/bin/mypy --follow-imports=silent calls.py',
    ],
    call: '.venv/bin/python calls.py',
    toolchain: 'python3 --version',
    notes: ['A response outside 2xx, even 304, is raised as `ApiException`, with the typed error in `data`.'],
  }),
  byOpenApiGenerator({
    name: 'rust-openapi-generator',
    language: 'Rust',
    needs: ['cargo'],
    options: '-g rust -p packageName=product-content,supportMiddleware=true',
    compile: ['cargo build --quiet'],
    call: 'cargo run --quiet --',
    toolchain: 'rustc --version',
    notes: [
      'The functions only return bodies. With `supportMiddleware`, a middleware sees status and `ETag`.',
      'Optional parameters are positional.',
    ],
  }),
  byOpenApiGenerator({
    name: 'typescript-openapi-generator',
    language: 'TypeScript',
    needs: [],
    install: ['npm install --silent --no-package-lock'],
    options: '-g typescript-fetch -p importFileExtension=.ts',
    compile: ['npx tsc -p .'],
    call: 'npx tsx calls.ts',
    toolchain: 'echo "Node $(node --version)"',
    notes: ['The functions that end in `Raw` also return status and headers.'],
  }),
  {
    name: 'rust-progenitor',
    language: 'Rust',
    generator: 'progenitor 0.15.1',
    needs: ['cargo'],
    install: [],
    generate: [],
    compile: ['cargo build --quiet'],
    call: 'cargo run --quiet --',
    toolchain: 'rustc --version',
    notes: [
      '`build.rs` runs the generator before each compilation.',
      'It refuses documents with bodies that are not JSON (such as [multipart](https://github.com/oxidecomputer/progenitor/pull/609)) or successes of several media types. `build.rs` removes these operations: uploads, imports, NDJSON and exports. Call them with `reqwest`.',
    ],
  },
  {
    name: 'python-openapi-python-client',
    language: 'Python',
    generator: 'openapi-python-client 0.29.1',
    needs: ['python3'],
    install: python,
    generate: ['.venv/bin/openapi-python-client generate --path openapi.json --output-path api --meta none'],
    compile: ['.venv/bin/python -m compileall -q api', '.venv/bin/mypy --follow-imports=silent calls.py'],
    call: '.venv/bin/python calls.py',
    toolchain: 'python3 --version',
    notes: [
      '`sync_detailed` also returns status and headers.',
      'The generator warns that it leaves out `/products/bulk/ndjson`. Send lines of JSON with `httpx`.',
    ],
  },
  {
    name: 'python-datamodel-code-generator',
    language: 'Python',
    generator: 'datamodel-code-generator 0.89.0',
    needs: ['python3'],
    install: python,
    generate: [
      'mkdir -p api',
      '.venv/bin/datamodel-codegen --input openapi.json --output api/models.py --output-model-type pydantic_v2.BaseModel --use-annotated --strict-nullable --set-default-enum-member --naming-strategy full-path --formatters builtin',
    ],
    compile: ['.venv/bin/mypy calls.py'],
    call: '.venv/bin/python calls.py',
    toolchain: 'python3 --version',
    notes: ['It only writes models. Make the calls with `httpx`.'],
    remark:
      'echo "$(grep -cE "^class [A-Za-z]+[0-9]+[(]" api/models.py) of $(grep -c "^class " api/models.py) class names end in a number."',
  },
  {
    name: 'typescript-openapi-fetch',
    language: 'TypeScript',
    generator: 'openapi-typescript 7.13.0',
    needs: [],
    install: ['npm install --silent --no-package-lock'],
    generate: ['npx openapi-typescript openapi.json --default-non-nullable=false -o api/schema.d.ts'],
    compile: ['npx tsc -p .'],
    call: 'node calls.ts',
    toolchain: 'echo "Node $(node --version)"',
    notes: [
      'It only writes types, which `openapi-fetch` reads.',
      'A file has the type `string`. A `bodySerializer` builds the form.',
    ],
  },
  {
    name: 'typescript-hey-api',
    language: 'TypeScript',
    generator: '@hey-api/openapi-ts 0.99.0',
    needs: [],
    install: ['npm install --silent --no-package-lock'],
    generate: ['npx openapi-ts -i openapi.json -o api -c @hey-api/client-fetch'],
    compile: ['npx tsc -p .'],
    call: 'npx tsx calls.ts',
    toolchain: 'echo "Node $(node --version)"',
    notes: [],
  },
  {
    name: 'typescript-orval',
    language: 'TypeScript',
    generator: 'orval 8.38.0',
    needs: [],
    install: ['npm install --silent --no-package-lock'],
    generate: ['npx orval --config orval.config.ts'],
    compile: ['npx tsc -p .'],
    call: 'npx tsx calls.ts',
    toolchain: 'echo "Node $(node --version)"',
    notes: ['`http.ts` sends the requests: it adds the base address and the key.'],
  },
];
