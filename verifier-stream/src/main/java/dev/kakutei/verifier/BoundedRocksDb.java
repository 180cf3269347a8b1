package dev.kakutei.verifier;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/**
 * One bound for the memory of all stores of this process. By default each store of each partition takes its own cache
 * and write buffers outside the heap, where no setting of the JVM holds them; three stores times a hundred partitions
 * would be gigabytes.
 */
public final class BoundedRocksDb implements RocksDBConfigSetter {
    private static final long TOTAL_BYTES = 128L << 20;
    private static final long WRITE_BYTES = 64L << 20;
    private static final long BUFFER_BYTES = 8L << 20;

    // Shared by every store on purpose, until the process ends: closing them with one store would take them from the
    // others.
    private static final Cache CACHE = new LRUCache(TOTAL_BYTES, -1, false, 0.1);
    private static final WriteBufferManager WRITES = new WriteBufferManager(WRITE_BYTES, CACHE);

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(CACHE);
        table.setCacheIndexAndFilterBlocks(true);
        table.setPinTopLevelIndexAndFilter(true);
        options.setTableFormatConfig(table);
        options.setWriteBufferManager(WRITES);
        options.setWriteBufferSize(BUFFER_BYTES);
        options.setMaxWriteBufferNumber(3);
    }

    @Override
    public void close(String storeName, Options options) {
        // nothing of one store's own
    }
}
