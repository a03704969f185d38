import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;

/** Starts a server on a free port of this machine, prints the port and runs until it is killed. */
public class MongoServerMain {
  /** The oldest version that current drivers talk to. */
  private static final class OldestSupported implements MongoVersion {
    @Override
    public List<Integer> getVersionArray() {
      return List.of(4, 4, 0);
    }

    @Override
    public int getWireVersion() {
      return 9;
    }
  }

  public static void main(String[] arguments) throws Exception {
    MongoServer server = new MongoServer(new MemoryBackend().version(new OldestSupported()));
    System.out.println(server.bind().getPort());
    Thread.currentThread().join();
  }
}
