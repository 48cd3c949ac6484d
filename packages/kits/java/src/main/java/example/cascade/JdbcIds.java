package example.cascade;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Ids in a table that all replicas of a receiver share, of PostgreSQL or SQLite. */
public final class JdbcIds implements Ids {
  /** The table, for your migrations. */
  public static final String TABLE =
      """
      create table if not exists cascade_callbacks (
        id varchar(255) primary key,
        owner varchar(36) not null,
        until bigint not null, -- milliseconds since 1970
        handled integer not null
      )\
      """;

  private final DataSource database;

  public JdbcIds(DataSource database) {
    this.database = database;
  }

  /** It is one statement, so that of several at once one succeeds. */
  @Override
  public Claim claim(String id, String owner, Duration expires) throws SQLException {
    long now = System.currentTimeMillis();
    boolean isNew =
        changes(
            """
            insert into cascade_callbacks (id, owner, until, handled) values (?, ?, ?, 0)
            on conflict (id) do update set owner = excluded.owner, until = excluded.until
            where cascade_callbacks.handled = 0 and cascade_callbacks.until <= ?\
            """,
            id,
            owner,
            now + expires.toMillis(),
            now);
    if (isNew) return Claim.NEW;
    // If it is absent, it was released meanwhile.
    return isHandled(id) ? Claim.SEEN : Claim.BUSY;
  }

  @Override
  public void commit(String id, String owner) throws SQLException {
    changes(
        """
        insert into cascade_callbacks (id, owner, until, handled) values (?, ?, ?, 1)
        on conflict (id) do update set handled = 1\
        """,
        id,
        owner,
        System.currentTimeMillis());
  }

  @Override
  public void release(String id, String owner) throws SQLException {
    changes("delete from cascade_callbacks where id = ? and owner = ? and handled = 0", id, owner);
  }

  /** Deletes the ids that no provider repeats any more; call it now and then, for example every hour. */
  public void prune() throws SQLException {
    long latest = System.currentTimeMillis() - KEPT.toMillis();
    changes("delete from cascade_callbacks where until < ?", latest);
  }

  private boolean isHandled(String id) throws SQLException {
    String query = "select 1 from cascade_callbacks where id = ? and handled = 1";
    try (Connection connection = database.getConnection();
        PreparedStatement statement = prepared(connection, query, id);
        var rows = statement.executeQuery()) {
      return rows.next();
    }
  }

  private boolean changes(String change, Object... values) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = prepared(connection, change, values)) {
      int count = statement.executeUpdate();
      if (!connection.getAutoCommit()) connection.commit();
      return count == 1;
    }
  }

  private static PreparedStatement prepared(Connection connection, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int place = 0; place < values.length; place++)
      statement.setObject(place + 1, values[place]);
    return statement;
  }
}
